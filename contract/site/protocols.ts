/** How a platform is reached; without schemas, because the audit log shows these words in the browser. */
export const platformProtocols = { plain: '普通链接', signed: '签名链接', oidc: '统一登录（OIDC）', ticket: '票据登录' } as const
