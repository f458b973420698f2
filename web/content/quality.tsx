import type { Route } from './+types/quality'
import { service } from '../../contract/content/services.ts'
import { servicesContext } from '../context.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { listMeta } from '../shell/public/public-meta.ts'

const ServicePage = lazyPart(() => import('./service-page.tsx').then((m) => m.ServicePage))

export const loader = async ({ context }: Route.LoaderArgs) => ({
  items: (await context.get(servicesContext).call(service.list, { query: { kind: 'quality', pageSize: 100 } })).list,
})

export const meta: Route.MetaFunction = (args) =>
  listMeta(args, { description: '计量、标准、检验检测、认证认可、质量管理：企业提升质量可以用的公共服务' })

/** 质量服务: public services of quality, and the sites that lead on. */
export default function Quality({ loaderData: { items } }: Route.ComponentProps) {
  return (
    <ServicePage
      title="质量服务"
      lead="计量、标准、检验检测、认证认可和质量管理，能用的公共服务都在这里；带箭头的会离开本网站。"
      items={items}
      others={{ text: '与质量有关的奖励和补助见', name: '政策搜索', path: '/page/policysearch?q=质量' }}
    />
  )
}
