/** Content of the public home page for policies: figures, quick entries, hot words, hot policies, order of sections. */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { id, ok, page, paging, requiredText, text, wireInt } from '../fields.ts'

export const homeTypes = ['section', 'figure', 'entry', 'hotWord', 'hotPolicy'] as const
export type HomeType = (typeof homeTypes)[number]
export const homeTypeLabels: Record<HomeType, string> = {
  section: '栏目与顺序',
  figure: '数据',
  entry: '快捷入口',
  hotWord: '常查关键词',
  hotPolicy: '推荐政策',
}

export const HomeValue = z.object({
  id: z.number(),
  dictType: z.enum(homeTypes),
  code: z.string(),
  label: z.string(),
  value: z.string(),
  order: z.number(),
  enableFlag: z.number(),
  /** of a word: policies that it found last night; null: not checked yet */
  hits: z.number().nullable(),
})
export type HomeValue = z.output<typeof HomeValue>

export const EditHomeValue = z.strictObject({
  id,
  label: requiredText(30, '请输入名称'),
  value: text(200),
  order: wireInt(0, 999).optional(),
  enableFlag: wireInt(0, 1).optional(),
})

/** The group of policy labels for kinds of companies. */
export const AUDIENCE_GROUP = '适用对象'

/**
 * A row of a list on the home page; in a table `cells` are between title and note. `kinds`: the kinds of company that it is for, by which
 * the table can be filtered.
 */
const homeRow = z.object({
  title: z.string(),
  url: z.string(),
  note: z.string(),
  cells: z.array(z.string()),
  urgent: z.boolean(),
  kinds: z.array(z.string()).optional(),
})
export type HomeRow = z.output<typeof homeRow>

export const HomeView = z.object({
  /** in order: entries, carousel, figures, and the lists of domains */
  sections: z.array(
    z.object({
      code: z.string(),
      label: z.string(),
      /** address of the complete list */
      more: z.string().nullable(),
      /** headings of a table; empty: only title and note */
      columns: z.array(z.string()),
      rows: z.array(homeRow),
    }),
  ),
  /** `more`: address of a list of as many rows */
  figures: z.array(z.object({ code: z.string(), label: z.string(), value: z.number(), unit: z.string(), more: z.string().nullable() })),
  entries: z.array(z.object({ code: z.string(), label: z.string(), url: z.string(), text: z.string() })),
  hotWords: z.array(z.string()),
})
export type HomeView = z.output<typeof HomeView>

export const homeData = {
  queryByPage: get('/pol/polDicValue/queryByPage', {
    access: can('home:manage'),
    query: z.strictObject({ dictType: z.enum(homeTypes, { error: '类型不正确' }).optional(), ...paging() }),
    returns: page(HomeValue),
    summary: '政策首页数据',
  }),
  edit: post('/pol/polDicValue/edit', { access: can('home:manage'), body: EditHomeValue, returns: ok, summary: '修改政策首页数据' }),
  /** words and recommended policies can be added and removed; the rest is fixed */
  add: post('/pol/polDicValue/add', {
    access: can('home:manage'),
    body: z.strictObject({
      dictType: z.enum(['hotWord', 'hotPolicy', 'entry'], { error: '这一类不能新增' }),
      label: requiredText(30, '请输入名称'),
      value: text(200),
    }),
    returns: z.object({ id: z.number() }),
    summary: '新增关键词、推荐政策或快捷入口',
  }),
  remove: post('/pol/polDicValue/delete', {
    access: can('home:manage'),
    as: 'form',
    body: z.strictObject({ id }),
    returns: ok,
    summary: '删除关键词、推荐政策或快捷入口',
  }),
  view: get('/pol/polDicValue/home', { access: 'public', query: z.strictObject({}), returns: HomeView, summary: '首页展示内容' }),
}
