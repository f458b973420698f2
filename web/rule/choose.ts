import type { ReactNode } from 'react'
import type { FieldChoice } from './condition.ts'

export type Fields = ReadonlyMap<string, FieldChoice>
/** A figure within a calculation, which may be a calculation of its own; handed down, because it holds what it is part of. */
export type Choose = (props: {
  value: string | undefined
  label: string
  fields?: Fields
  /** over the columns of a row: nothing that looks at a list */
  inRow?: boolean
  onChange(key: string): void
}) => ReactNode

export const isFigure = (f: FieldChoice | undefined): boolean => f?.type === 'number' || f?.type === 'integer'
