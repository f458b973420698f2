import { review } from '../../../contract/declaration.ts'
import { call } from '../../api.ts'
import { asked } from '../../asked.ts'

/** Loads declarations by the filters in a desk's address. */
export const loadDeclarations = (query: Readonly<Record<string, string | number>>) =>
  call(review.list, { query: asked(review.list, query) }, { silent: true })
