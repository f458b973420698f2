import { portrait as endpoints } from '../../contract/portrait.ts'
import { implement } from '../kernel/implement.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { portraitOf } from './portrait.ts'

/** 企业画像 only reads companies, tags and matching; other domains register what they add. */
export function joinPortrait(k: Kernel): void {
  implement(k, 'company', endpoints, { findById: ({ actor, call, query }) => portraitOf(k, call, actor, query.companyId) })
}
