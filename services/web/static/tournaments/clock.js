// Time that is left, as a clock shows it.

export const SECOND = 1000; // milliseconds

export const clock = (ms) => {
  const seconds = Math.ceil(Math.abs(ms) / SECOND);
  const shown = [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, "0")).join(":");
  return ms < 0 ? `−${shown}` : shown;
};
