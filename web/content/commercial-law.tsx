import type { Route } from './+types/commercial-law'
import { lazyPart } from '../shell/lazy-part.tsx'
import { listMeta } from '../shell/public/public-meta.ts'
import { servicesOf } from './services-of.ts'

const ServicePage = lazyPart(() => import('./service-page.tsx').then((m) => m.ServicePage))

export const loader = ({ context }: Route.LoaderArgs) => servicesOf(context, 'law')

export const meta: Route.MetaFunction = (args) =>
  listMeta(args, { description: '合同、欠款、调解、仲裁、公证、法律援助：企业遇到法律问题找谁、多少钱、怎么办' })

/** 商事法律服务: legal services by need. */
export default function CommercialLaw({ loaderData }: Route.ComponentProps) {
  return <ServicePage {...loaderData} />
}
