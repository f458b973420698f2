import type { Route } from './+types/quality'
import { lazyPart } from '../shell/lazy-part.tsx'
import { listMeta } from '../shell/public/public-meta.ts'
import { servicesOf } from './services-of.ts'

const ServicePage = lazyPart(() => import('./service-page.tsx').then((m) => m.ServicePage))

export const loader = ({ context }: Route.LoaderArgs) => servicesOf(context, 'quality')

export const meta: Route.MetaFunction = (args) =>
  listMeta(args, { description: '计量、标准、检验检测、认证认可、质量管理：企业提升质量可以用的公共服务' })

/** 质量服务: public services for quality, and links to further sites. */
export default function Quality({ loaderData }: Route.ComponentProps) {
  return <ServicePage {...loaderData} />
}
