import type { PolicyDetail } from '../../../contract/policy.ts'
import { unitTypeLabels } from '../../../contract/unit-words.ts'
import styles from './policy-detail.module.css'

/** The units to contact: contact units, and issuing units with a person or a number. */
export const contactsOf = ({ issuingUnits, contactUnits }: Pick<PolicyDetail, 'issuingUnits' | 'contactUnits'>) => [
  ...contactUnits.map((u) => ({ ...u, role: unitTypeLabels[u.unitType] as string })),
  ...issuingUnits.filter((u) => u.unitContact || u.unitPhone).map((u) => ({ ...u, unitAbbre: undefined, role: '发文单位' })),
]

export const phoneAddress = (number: string): string => `tel:${number.replace(/[^\d-]/g, '')}`

/** Contacts of a policy, with phone links. */
export function PolicyContacts({ contacts }: { contacts: ReturnType<typeof contactsOf> }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">单位</th>
          <th scope="col">联系人</th>
          <th scope="col">电话</th>
        </tr>
      </thead>
      <tbody>
        {contacts.map((u) => (
          <tr key={`${u.role}${u.unitName}`}>
            <th scope="row">
              {u.unitName}
              {u.unitAbbre && `（${u.unitAbbre}）`} <span className="meta">{u.role}</span>
            </th>
            <td>{u.unitContact || '—'}</td>
            <td className="num">
              {/^[\d -]{5,}$/.test(u.unitPhone) ? <a href={phoneAddress(u.unitPhone)}>{u.unitPhone}</a> : u.unitPhone || '—'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
