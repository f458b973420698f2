import type { Route } from './+types/industry-info-details'
import { Suspense } from 'react'
import { news } from '../../contract/content/news.ts'
import { call } from '../api.ts'
import { servicesContext } from '../context.ts'
import { useViewer } from '../session.ts'
import { queryOf } from '../shell/address.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { detailMeta } from '../shell/public/public-meta.ts'
import { useCountedView } from '../shell/public/use-counted-view.ts'
import { articlePath, INDUSTRY_INFO } from './addresses.ts'
import { Article } from './article.tsx'

// Loaded on demand, because only signed-in companies use it.
const ForMe = lazyPart(() => import('./for-me.tsx').then((m) => m.ForMe))

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call: ask } = context.get(servicesContext)
  return { item: await ask(news.findById, { query: { id: queryOf(request.url, ['id']).id ?? '' } }) }
}

export const meta: Route.MetaFunction = (args) => {
  const item = args.loaderData?.item
  return detailMeta(args, {
    title: item?.title ?? '资讯详情',
    description: item?.summary ?? '',
    above: ['行业资讯', INDUSTRY_INFO],
    path: articlePath(item?.id ?? 0),
    thing: { '@type': 'NewsArticle', headline: item?.title ?? '', datePublished: item?.publishTime ?? undefined },
  })
}

const countView = (id: number) => call(news.incViewNum, { body: { id } }, { silent: true })

/** 资讯详情 */
export default function IndustryInfoDetails({ loaderData: { item } }: Route.ComponentProps) {
  const viewer = useViewer()
  useCountedView(countView, item.id)
  return (
    <Article
      item={item}
      mine={
        viewer?.type === 'QY' && item.policies.length > 0 ? (
          <Suspense fallback={null}>
            <ForMe id={item.id} />
          </Suspense>
        ) : null
      }
    />
  )
}
