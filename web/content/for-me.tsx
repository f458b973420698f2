import { useEffect, useState } from 'react'
import type { Data } from '../../contract/endpoint.ts'
import type { Verdict as Code } from '../../contract/matching/verdicts.ts'
import { news } from '../../contract/content/news.ts'
import { call } from '../api.ts'
import { Verdict } from '../matching/index.ts'
import styles from './content.module.css'

/** The results of an article's policies for the signed-in company. */
export function ForMe({ id }: { id: number }) {
  const [found, setFound] = useState<Data<typeof news.forMe> | null>(null)
  useEffect(() => {
    let gone = false
    call(news.forMe, { query: { id } }, { silent: true }).then(
      (data) => {
        if (!gone) setFound(data)
      },
      () => {},
    )
    return () => {
      gone = true
    }
  }, [id])
  if (!found) return null
  if (found.verdicts === null)
    return (
      <p>
        <a href="/work/enterpriseArchive">授权读取企业档案</a>后，这里会说明本企业符合哪些、还差什么。
      </p>
    )
  if (found.verdicts.length === 0) return <p>涉及的政策不适用于本企业所在地，或已经废止，没有可以判断的。</p>
  return (
    <section aria-label="对本企业">
      <p>
        <strong>
          对本企业：符合 {found.verdicts.filter((v) => v.verdict === 'match').length}，差一点{' '}
          {found.verdicts.filter((v) => v.verdict === 'near').length}
        </strong>
      </p>
      <ul className={styles.named}>
        {found.verdicts.map((v) => (
          <li key={v.policyId}>
            <Verdict verdict={v.verdict as Code} /> {v.title}
            {v.failed.length > 0 && (
              <ul>
                {v.failed.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
