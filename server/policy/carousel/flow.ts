import { CAROUSEL_STATE, carouselStateLabels, type SlideMove } from '../../../contract/policy/carousel.ts'
import type { Actor } from '../../kernel/actor.ts'
import { allowed, flow, type Standing } from '../../kernel/flow.ts'

const { unpublished, published, down } = CAROUSEL_STATE
const who = 'carousel:manage'

/**
 * states.tsv S095…S098. The specification uses two vocabularies for the same moves (ambiguities A60). A published slide changes at once.
 */
export const slideFlow = flow<'carousel', Standing & { state: number }, SlideMove>({
  name: 'carousel',
  table: 'carousel',
  thing: '轮播图',
  labels: carouselStateLabels,
  first: [unpublished],
  final: [],
  steps: [
    ...[unpublished, published, down].map((state) => ({ from: [state], move: 'edit', to: state, who, name: '修改' }) as const),
    { from: [unpublished, down], move: 'publish', to: published, who, name: '发布' },
    { from: [down], move: 'takeUp', to: published, who, name: '上架' },
    { from: [published], move: 'offPublish', to: down, who, name: '取消发布' },
    { from: [published], move: 'takeDown', to: down, who, name: '下架' },
    { from: [unpublished, down], move: 'delete', to: null, who, name: '删除' },
  ],
})

/** For a slide that was taken down only 上架 is offered: 发布 would be the same move under another name. */
export function allowedOn(actor: Actor, row: Standing & { state: number }): SlideMove[] {
  const moves = allowed(slideFlow, actor, row)
  return moves.includes('takeUp') ? moves.filter((name) => name !== 'publish') : moves
}
