import type { ReactNode } from 'react'
import type { FieldChoice } from './condition.ts'

export type Fields = ReadonlyMap<string, FieldChoice>
/** A figure inside a calculation, which may be a calculation itself; passed down as a prop, because the components contain each other. */
export type Choose = (props: {
  value: string | undefined
  label: string
  fields?: Fields
  /** over the columns of a row; no calculation over lists is offered */
  inRow?: boolean
  onChange(key: string): void
}) => ReactNode

export const isFigure = (f: FieldChoice | undefined): boolean => f?.type === 'number' || f?.type === 'integer'
