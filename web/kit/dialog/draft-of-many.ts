import { markOf } from '../form/mark-of.ts'

/** The draft of words about several things at once: the same things lead back to it, in whatever order they were chosen (ADR 1047). */
export const draftOfMany = (act: string, ids: readonly number[]): string =>
  `${act}:${ids.length}:${markOf(ids.toSorted((a, b) => a - b).join())}`
