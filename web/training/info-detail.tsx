import { trainInfo, type TrainInfoDetail } from '../../contract/training/info.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { PrintPage, richBody } from '../shell/public/detail-parts.tsx'
import { PublicDetail } from '../shell/public/public-detail.tsx'
import { useCountedView } from '../shell/public/use-counted-view.ts'
import { PROPAGANDA } from './addresses.ts'
import { Cover } from './cover.tsx'

const countView = (id: number) => call(trainInfo.incViewNum, { body: { id } }, { silent: true })

/** One training report. */
export function InfoDetail({ item }: { item: TrainInfoDetail }) {
  useCountedView(countView, item.id)
  return (
    <PublicDetail
      title={item.title}
      above={['培训宣传', PROPAGANDA]}
      here="报道详情"
      meta={
        <>
          <span>{item.kind}</span>
          {item.publishTime && <span>{localMinute(item.publishTime).slice(0, 10)}</span>}
          <span>浏览 {item.viewNum}</span>
        </>
      }
      sections={[
        {
          id: 'content',
          name: '正文',
          body: (
            <>
              <Cover of={item} />
              {richBody(item.content)}
            </>
          ),
        },
      ]}
      aside={<PrintPage />}
    />
  )
}
