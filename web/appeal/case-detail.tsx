import { appealCases } from '../../contract/appeal/cases.ts'
import type { Data } from '../../contract/endpoint.ts'
import { shanghaiDay } from '../../contract/shanghai.ts'
import { call } from '../api.ts'
import { PrintPage } from '../shell/public/detail-parts.tsx'
import { PublicDetail } from '../shell/public/public-detail.tsx'
import { useCountedView } from '../shell/public/use-counted-view.ts'
import { AppealButton } from './appeal-button.tsx'
import styles from './case-detail.module.css'

const countView = (id: number) => call(appealCases.countView, { body: { id } }, { silent: true })

/** One published appeal with its answer, without the names of company and persons. */
export function CaseDetail({ item }: { item: Data<typeof appealCases.findById> }) {
  useCountedView(countView, item.id)
  return (
    <PublicDetail
      title={item.title}
      above={['企业诉求', '/page/appeal']}
      here="诉求答复"
      facts={[
        ['类型', item.typeName],
        ['答复部门', item.officeName],
        ['公开日期', shanghaiDay(Date.parse(item.publishTime))],
        ['浏览', `${item.viewNum} 次`],
      ]}
      sections={[
        { id: 'question', name: '诉求', body: <p className={styles.words}>{item.question}</p> },
        { id: 'answer', name: '答复', body: <p className={styles.words}>{item.answer}</p> },
      ]}
      aside={
        <>
          <AppealButton />
          <PrintPage />
        </>
      }
    />
  )
}
