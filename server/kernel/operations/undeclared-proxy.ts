import type { Config } from '../config.ts'

/**
 * A warning for operators when the platform runs behind a proxy that is not declared: wrong log-ins of all visitors then count for one
 * address. The process itself speaks plain http on its own port, so any other PUBLIC_URL must belong to a proxy. Null: no warning.
 */
export function undeclaredProxy({ PUBLIC_URL, PORT, TRUST_PROXY }: Config): string | null {
  if (!PUBLIC_URL || TRUST_PROXY.length > 0) return null
  const { protocol, port } = new URL(PUBLIC_URL)
  if (protocol === 'http:' && Number(port || 80) === PORT) return null
  return `对外地址 ${PUBLIC_URL} 不是本进程监听的地址，前面应有反向代理，但没有设置 TRUST_PROXY：所有访客会被当作同一个地址，有人连续输错口令时，大家都会暂时不能登录。请把 TRUST_PROXY 设为代理的地址`
}
