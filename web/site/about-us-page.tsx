import type { Route } from './+types/about-us-page'
import { aboutUs } from '../../contract/site/about.ts'
import { shanghaiDay } from '../../contract/shanghai.ts'
import { servicesContext } from '../context.ts'
import { FeedbackButton } from '../shell/feedback-button.tsx'
import { PrintPage, richBody } from '../shell/public/detail-parts.tsx'
import { PublicDetail } from '../shell/public/public-detail.tsx'
import { detailMeta } from '../shell/public/public-meta.ts'

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

/** 关于我们: who runs the platform and how they are reached; the way to say something back. */
export default function AboutUsPage({ loaderData: { about } }: Route.ComponentProps) {
  const { contactPhone } = about
  return (
    <PublicDetail
      title="关于我们"
      above={['关于我们', PATH]}
      here="平台介绍"
      facts={[
        ['联系电话', contactPhone && <a href={`tel:${contactPhone}`}>{contactPhone}</a>],
        ['地址', about.address],
        ['办公时间', about.openingHours],
        ['更新日期', about.updateTime && shanghaiDay(Date.parse(about.updateTime))],
      ]}
      sections={[
        {
          id: 'about',
          name: '平台介绍',
          body: about.content ? richBody(about.content) : <p>平台介绍正在整理，办事请先用上方的联系方式。</p>,
        },
      ]}
      aside={
        <>
          <FeedbackButton className="btn btn-primary btn-block" />
          <PrintPage />
        </>
      }
    />
  )
}
