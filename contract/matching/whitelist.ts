/**
 * Companies for which a policy is meant by name: staff maintain the list, the companies are notified and see it at the policy. The verdict
 * still follows from the rule.
 */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { id, idList, keyword, page, paging, query } from '../fields.ts'
import { importChoice, importState } from '../imports.ts'

export const whitelistRow = z.object({
  code: z.string(),
  companyName: z.string(),
  /** null: the company is not on the platform yet */
  companyId: z.number().nullable(),
  addTime: z.string(),
  addBy: z.string().nullable(),
})
export type WhitelistRow = z.output<typeof whitelistRow>

/** The text fields of an import, besides the file. */
export const whitelistImportParts = z.strictObject({ policyId: id, ...importChoice })

export const whitelist = {
  template: get('/admin/policyCalculator/exportEntWhitelistTemplate', {
    access: can('policy:edit'),
    blob: true,
    summary: '企业白名单导入模板',
  }),
  list: get('/admin/policyCalculator/listEntWhitelist', {
    access: can('policy:read'),
    query: query({ ...paging(), policyId: id, keyword: keyword.optional() }),
    returns: page(whitelistRow),
    summary: '一项政策的企业白名单',
  }),
  importRows: post('/admin/policyCalculator/importEntWhitelist', {
    access: can('policy:edit'),
    as: 'multipart',
    parts: whitelistImportParts,
    perMinute: 30,
    returns: importState,
    summary: '导入企业白名单（multipart：file、policyId、mode、dryRun）；新列入的企业收到通知',
  }),
  /** companies selected one by one (lock-enterprises dialog, spec §2); all or none */
  add: post('/admin/policyCalculator/addEntWhitelist', {
    access: can('policy:edit'),
    body: z.strictObject({ policyId: id, companyIds: idList }),
    returns: z.object({ added: z.number(), already: z.number() }),
    summary: '把选定的企业列入企业白名单；新列入的企业收到通知',
  }),
  remove: post('/admin/policyCalculator/deleteEntWhitelist', {
    access: can('policy:edit'),
    body: z.strictObject({ policyId: id, codes: z.array(z.string().max(18)).min(1, '请选择至少一项').max(200, '一次最多 200 项') }),
    returns: z.object({ removed: z.number() }),
    summary: '移出企业白名单',
  }),
}
