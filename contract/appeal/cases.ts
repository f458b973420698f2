/** Answered appeals that everybody may read (ADR 0302), and the sender’s latest appeals for the home page (inventory E021, E426). */
import { z } from 'zod'
import { can, get, post, types } from '../endpoint.ts'
import { id, ok, page, paging, query, requiredText, text } from '../fields.ts'
import { AppealRow } from '../appeal.ts'
import { APPEAL_CONTENT_MAX, APPEAL_TITLE_MAX } from './states.ts'

const item = z.object({
  id: z.number(),
  title: z.string(),
  question: z.string(),
  typeName: z.string(),
  officeName: z.string(),
  publishTime: z.string(),
  viewNum: z.number(),
})
export type AppealCase = z.output<typeof item>
export const PublishAppeal = z.strictObject({
  id,
  title: requiredText(APPEAL_TITLE_MAX, '请输入公开的标题'),
  question: requiredText(APPEAL_CONTENT_MAX, '请输入公开的诉求'),
  answer: requiredText(APPEAL_CONTENT_MAX, '请输入公开的答复'),
})

export const appealCases = {
  list: get('/appeal/info/cases', {
    access: 'public',
    query: query({ q: text(64).optional(), typeId: id.optional(), ...paging() }),
    returns: page(item),
    summary: '公开的诉求与答复',
  }),
  findById: get('/appeal/info/caseById', {
    access: 'public',
    query: query({ id }),
    returns: item.extend({ answer: z.string() }),
    summary: '一件公开的诉求与答复',
  }),
  countView: post('/appeal/info/incViewNum', {
    access: 'public',
    as: 'form',
    body: z.strictObject({ id }),
    returns: z.object({ viewNum: z.number() }),
    summary: '公开诉求的浏览次数加一',
  }),
  /** the proposed text for publication, with names and numbers removed automatically; a person confirms it */
  proposal: get('/appeal/info/publishText', {
    access: can('appeal:dispatch'),
    query: query({ id }),
    returns: z.object({ title: z.string(), question: z.string(), answer: z.string(), published: z.boolean() }),
    summary: '拟公开的文字',
  }),
  publish: post('/appeal/info/publishText', {
    access: can('appeal:dispatch'),
    body: PublishAppeal,
    returns: z.object({ id: z.number() }),
    summary: '公开诉求与答复',
  }),
  unpublish: post('/appeal/info/unpublishText', {
    access: can('appeal:dispatch'),
    as: 'form',
    body: z.strictObject({ id }),
    returns: ok,
    summary: '取消公开',
  }),
}

export const appealHome = {
  homeMyAppeal: get('/corp/policyCalculator/homeMyAppeal', {
    access: types('QY', 'GR'),
    query: query({ ...paging() }),
    returns: page(AppealRow),
    summary: '我的最近诉求',
  }),
}
