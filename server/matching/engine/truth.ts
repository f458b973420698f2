/** Three-valued truth as small integers: the compiled closures return these. */
export type Truth = 1 | 0 | -1
export const TRUE = 1
export const FALSE = 0
export const UNKNOWN = -1

export const truthWord = (truth: Truth): 'true' | 'false' | 'unknown' => (truth === TRUE ? 'true' : truth === FALSE ? 'false' : 'unknown')
export const isTrue = (truth: Truth): boolean | undefined => (truth === UNKNOWN ? undefined : truth === TRUE)
