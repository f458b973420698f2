/** A user’s columns and views of a table; the name of the table is set by its screen. */
import { z } from 'zod'
import { get, post } from './endpoint.ts'
import { ok } from './fields.ts'

const columnKey = z.string().regex(/^[\w.*#-]{1,64}$/, '列名不正确')
const columnKeys = z.array(columnKey).max(200)
export const tableName = z.string().regex(/^[\w.:-]{1,64}$/, '表名不正确')

export const viewName = z.string().trim().min(1, '请填写名称').max(20, '名称最多 20 个字')
export const VIEW_NAME_TAKEN = '已有同名的视图'
/** What a view contains: filters and order, as in the address of the list. */
export const viewContent = {
  filters: z.record(columnKey, z.string().max(200)).refine((filters) => Object.keys(filters).length <= 40, '条件过多'),
  sort: z.string().max(65).nullable(),
}

/** Only changes are stored, so that columns of a later version have their own defaults. */
export const TableSetting = z.strictObject({
  order: columnKeys.optional(),
  hidden: columnKeys.optional(),
  shown: columnKeys.optional(),
  pinned: columnKeys.optional(),
  widths: z
    .record(columnKey, z.number().int().min(60).max(800))
    .refine((widths) => Object.keys(widths).length <= 200, '列数过多')
    .optional(),
  density: z.enum(['loose', 'middle', 'compact']).optional(),
  /** filters and order under a name of the user */
  views: z
    .array(z.strictObject({ name: viewName, ...viewContent }))
    .max(20, '最多 20 个视图')
    .superRefine((views, ctx) => {
      for (const [n, { name }] of views.entries())
        if (views.findIndex((one) => one.name === name) < n) ctx.addIssue({ code: 'custom', path: [n, 'name'], message: VIEW_NAME_TAKEN })
    })
    .optional(),
})
export type TableSetting = z.output<typeof TableSetting>

export const tableSettings = {
  list: get('/sys/tableSetting/list', {
    access: 'token',
    summary: '本人的列设置',
    query: z.strictObject({}),
    returns: z.record(z.string(), TableSetting),
  }),
  save: post('/sys/tableSetting/save', {
    access: 'token',
    perMinute: 120,
    summary: '保存一张表的列设置；setting 为空恢复默认',
    body: z.strictObject({ table: tableName, setting: TableSetting.nullable() }),
    returns: ok,
  }),
}
