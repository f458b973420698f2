export const serviceKinds = { law: '法律服务', quality: '质量服务' } as const
export type ServiceKind = keyof typeof serviceKinds
