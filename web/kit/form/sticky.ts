/** Fixed once its place has scrolled above the offset (S227), normal again below it (S228). `placeTop` is relative to the window. */
export const isFixed = (placeTop: number, offset: number): boolean => placeTop < offset
