const timeFormat = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "UTC",
});

export const formatTime = (time: Date): string => `${timeFormat.format(time)} UTC`;
