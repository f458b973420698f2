import type { Route } from './+types/about-us-page'
import { aboutUs } from '../../contract/site/about.ts'
import { servicesContext } from '../context.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { detailMeta } from '../shell/public/public-meta.ts'

// Loaded on demand, so that the route table, which every page contains, stays small.
const About = lazyPart(() => import('./about-detail.tsx').then((m) => m.AboutDetail))

const PATH = '/page/aboutus'

export const loader = async ({ context }: Route.LoaderArgs) => ({
  about: await context.get(servicesContext).call(aboutUs.detail, { query: {} }),
})

export const meta: Route.MetaFunction = (args) =>
  detailMeta(args, {
    title: '关于我们',
    description: '平台由谁建设、提供哪些服务、怎样联系',
    above: ['首页', '/page/home'],
    path: PATH,
    thing: { '@type': 'AboutPage', name: '关于我们' },
  })

/** 关于我们: the operator of the platform and its contact data. */
export default function AboutUsPage({ loaderData: { about } }: Route.ComponentProps) {
  return <About about={about} />
}
