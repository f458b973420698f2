import { portrait as endpoints } from '../../contract/portrait.ts'
import { implement } from '../kernel/implement.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { portraitOf } from './portrait.ts'

/** 企业画像 stands above companies, tags and matching, and only reads them; records of other domains are registered. */
export function joinPortrait(k: Kernel): void {
  implement(k, 'company', endpoints, { findById: ({ actor, call, query }) => portraitOf(k, call, actor, query.companyId) })
}
