/** The same policies at the addresses that companies use (/corp/policy). */
import { z } from 'zod'
import { get, types } from '../endpoint.ts'
import { option, page } from '../fields.ts'
import { idOrCode, PolicyDetail, PolicyFilter, PolicyListItem } from './market.ts'
import { period, Series } from './numbers.ts'

export const corpPolicy = {
  list: get('/corp/policy/list', { access: 'public', query: PolicyFilter, returns: page(PolicyListItem), summary: '企业可见政策' }),
  findById: get('/corp/policy/findById', { access: 'public', query: idOrCode, returns: PolicyDetail, summary: '企业可见政策详情' }),
  options: get('/corp/policy/options', {
    access: 'public',
    query: z.strictObject({
      type: z.enum(['department', 'level', 'supportMode', 'industry', 'status', 'label'], { error: '选项类型不正确' }),
    }),
    returns: z.array(option),
    summary: '企业政策选项',
  }),
  statistics: get('/corp/policy/statistics', {
    access: types('QY'),
    query: z.strictObject(period),
    returns: Series,
    summary: '企业可见政策按月数量',
  }),
}
