import { Button, Pagination } from 'antd'
import { useState } from 'react'
import type { SmsSendDetail } from '../../contract/sms/sends.ts'
import type { ControlProps } from '../kit/form/fields.ts'
import css from './sms.module.css'

const AT_ONCE = 10

/** The stored numbers of a send, masked; its value are the places of those to be taken out when the send is saved. */
export const storedNumbers = (persons: SmsSendDetail['audience']['persons']) =>
  function StoredNumbers({ value, onChange, id }: ControlProps) {
    const [page, setPage] = useState(1)
    const gone = Array.isArray(value) ? (value as number[]) : []
    const rows = persons.map((person, place) => ({ ...person, place }))
    // Those that cannot be reached come first: they are what one looks for among hundreds.
    const sorted = [...rows.filter((row) => row.isMalformed), ...rows.filter((row) => !row.isMalformed)]
    return (
      <div id={id} className={css.stack}>
        <p className={css.note}>
          共 {persons.length} 个{gone.length > 0 && `，保存后去掉 ${gone.length} 个`}{' '}
          <Button onClick={() => onChange?.(rows.map(({ place }) => place))} disabled={gone.length === persons.length}>
            全部去掉
          </Button>{' '}
          {gone.length > 0 && <Button onClick={() => onChange?.([])}>全部恢复</Button>}
        </p>
        <ul className={`${css.texts} ${css.numbers}`}>
          {sorted.slice((page - 1) * AT_ONCE, page * AT_ONCE).map(({ place, phone, name, isMalformed }) => {
            const isGone = gone.includes(place)
            const said = `${phone || (name ? '' : '没有号码')} ${name}`.trim()
            return (
              <li key={place}>
                {isGone ? <del>{said}</del> : said}
                {isMalformed && '（号码格式错误，不会发送）'}
                <Button
                  type="link"
                  aria-label={`${isGone ? '恢复' : '去掉'}：${said}`}
                  onClick={() => onChange?.(isGone ? gone.filter((one) => one !== place) : [...gone, place])}
                >
                  {isGone ? '恢复' : '去掉'}
                </Button>
              </li>
            )
          })}
        </ul>
        {sorted.length > AT_ONCE && (
          <Pagination current={page} pageSize={AT_ONCE} total={sorted.length} showSizeChanger={false} onChange={setPage} />
        )}
      </div>
    )
  }
