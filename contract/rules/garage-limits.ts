/** Of one person. */
export const maxCars = 30;
/** Of one car. */
export const maxServices = 500;
