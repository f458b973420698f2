import type { RouterContextProvider } from 'react-router'
import type { ServiceKind } from '../../contract/content/service-words.ts'
import { service } from '../../contract/content/services.ts'
import { servicesContext } from '../context.ts'

/** The public services of one kind, for their page. */
export async function servicesOf(context: Readonly<RouterContextProvider>, kind: ServiceKind) {
  const { list } = await context.get(servicesContext).call(service.list, { query: { kind, pageSize: 100 } })
  return { kind, items: list }
}
