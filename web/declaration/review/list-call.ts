import { review } from '../../../contract/declaration.ts'
import { call } from '../../api.ts'
import { asked } from '../../asked.ts'

/** Declarations by what the address of a desk says. */
export const loadDeclarations = (query: Readonly<Record<string, string | number>>) =>
  call(review.list, { query: asked(review.list, query) }, { silent: true })
