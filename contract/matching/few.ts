/** Below this many companies a count is not told while a rule is tried: a rule can be written so that it speaks of one company. No schemas here. */
export const FEW = 5
