import type { Route } from './+types/commercial-law'
import { service } from '../../contract/content/services.ts'
import { servicesContext } from '../context.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { listMeta } from '../shell/public/public-meta.ts'

const ServicePage = lazyPart(() => import('./service-page.tsx').then((m) => m.ServicePage))

export const loader = async ({ context }: Route.LoaderArgs) => ({
  items: (await context.get(servicesContext).call(service.list, { query: { kind: 'law', pageSize: 100 } })).list,
})

export const meta: Route.MetaFunction = (args) =>
  listMeta(args, { description: '合同、欠款、调解、仲裁、公证、法律援助：企业遇到法律问题找谁、多少钱、怎么办' })

/** 商事法律服务: legal services by need. */
export default function CommercialLaw({ loaderData: { items } }: Route.ComponentProps) {
  return (
    <ServicePage
      title="商事法律服务"
      lead="合同、欠款、劳动、知识产权遇到问题，可以先咨询、再调解；调解不成的，仲裁和诉讼也有人指路。"
      items={items}
      others={{ text: '没有找到合适的服务，可以', name: '提出企业诉求', path: '/page/appeal' }}
    />
  )
}
