import { companyCode as endpoints } from '../../../contract/company-code.ts'
import { implement } from '../../kernel/implement.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { codeStatistics, findCode, issueCodes, listCodes, refreshCode, verifyCode } from './codes.ts'

export function joinCompanyCode(k: Kernel): void {
  implement(k, 'company', endpoints, {
    list: ({ actor, query }) => listCodes(k, actor, query),
    findById: ({ call, actor, query }) => findCode(k, call, actor, query.companyId),
    saveOrUpdate: ({ call, actor, body }) => issueCodes(k, call, actor, body),
    refresh: ({ call, actor, body }) => refreshCode(k, call, actor, body.companyId),
    statistics: ({ actor, query }) => codeStatistics(k, actor, query),
    verify: ({ query }) => verifyCode(k, query.c),
  })
}
