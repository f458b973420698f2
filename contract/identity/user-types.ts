import type { UserType } from '../endpoint.ts'

export const userTypeNames: Readonly<Record<UserType, string>> = { QY: '企业', GR: '个人', YYF: '工作人员' }
