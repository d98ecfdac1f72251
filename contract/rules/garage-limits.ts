export const maxCars = 30;
export const maxServices = 500;
