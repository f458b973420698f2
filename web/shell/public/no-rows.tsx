import type { ComponentProps } from 'react'
import { NothingFound } from './nothing-found.tsx'
import { RefusedFilters } from './refused-filters.tsx'

/** In place of the rows of a public list: which filters are refused, or that nothing was found. */
export const NoRows = (props: ComponentProps<typeof RefusedFilters>) =>
  props.faults.length > 0 ? <RefusedFilters {...props} /> : <NothingFound path={props.path} filters={props.filters} />
