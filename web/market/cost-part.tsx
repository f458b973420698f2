import { useRef, useState } from 'react'
import { marketCost, type Cost } from '../../contract/market/cost.ts'
import type { MarketDetail } from '../../contract/market/item.ts'
import { call } from '../api.ts'
import { readFailure } from '../kit/failure.ts'
import { useShownFailure } from '../kit/form/shown-failure.ts'
import { Labelled } from '../kit/form/labelled.tsx'
import { requireEnterprise } from '../shell/require-login.ts'
import { useSite } from '../shell/root-data.ts'
import { CostAnswer } from './cost-answer.tsx'
import styles from './market.module.css'

/** The code of supplies that can be bought or rented. */
const EITHER_WAY = '3'

/** The cost of this place for the user's company, for an area, a number of years and an investment; the result appears below. */
export function CostPart({ item }: { item: MarketDetail }) {
  const { ssoUrl } = useSite()
  const land = item.kind === 'landInfo'
  const whole = String((land ? item.landArea : item.rentArea) ?? '')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useShownFailure()
  const [found, setFound] = useState<Cost | null>(null)
  const asked = useRef(0)
  const faultAt = (path: string) => failure?.fields.find((f) => f.path === path)?.message
  const form = useRef<HTMLFormElement>(null)
  const send = async () => {
    // Read from the page, because somebody may have typed before the script was loaded.
    const typed = new FormData(form.current!)
    const said = (name: string) => String(typed.get(name) ?? '').trim() || undefined
    if (busy || !(await requireEnterprise(ssoUrl))) return
    const turn = ++asked.current
    setBusy(true)
    setFailure(null)
    try {
      const kind = land ? ('landInfo' as const) : ('workshopInfo' as const)
      const query = {
        kind,
        id: item.id,
        area: said('area'),
        years: said('years'),
        fitOut: said('fitOut'),
        by: said('by') as 'rent' | undefined,
      }
      const answer = await call(marketCost.cost, { query }, { silent: true })
      if (turn === asked.current) setFound(answer)
    } catch (error) {
      setFound(null)
      setFailure(readFailure(error))
    } finally {
      setBusy(false)
    }
  }
  const fields = [
    { name: 'area', label: `面积（${land ? '亩' : '㎡'}）`, value: whole },
    { name: 'years', label: '使用年限（年）', value: '3' },
    { name: 'fitOut', label: '装修投入（万元，可不填）', value: '' },
  ] as const
  return (
    <>
      <p className={found ? 'meta' : `meta ${styles.untold}`}>
        按本企业的情况，算出使用期内的总成本，以及政策会补多少。只有本企业能看到结果。
      </p>
      {/* The form has no submit button: pressed before the script is loaded, it would leave the page. */}
      <form ref={form} className={styles.cost} onInput={() => setFailure(null)}>
        {fields.map(({ name, label, value }) => (
          <Labelled key={name} label={label} fault={faultAt(name)}>
            {(aria) => <input {...aria} className="field" inputMode="decimal" maxLength={12} name={name} defaultValue={value} />}
          </Labelled>
        ))}
        {item.trade === EITHER_WAY && (
          <Labelled label="租或买" fault={faultAt('by')}>
            {(aria) => (
              <select {...aria} className="field" name="by">
                <option value="rent">租</option>
                <option value="buy">买</option>
              </select>
            )}
          </Labelled>
        )}
        <button type="button" className="btn btn-primary" disabled={busy} onClick={() => void send()}>
          {busy ? '正在测算…' : '测算总成本'}
        </button>
      </form>
      {failure && failure.fields.length === 0 && (
        <p className="field-error" role="alert">
          {failure.message}
        </p>
      )}
      {found && <CostAnswer cost={found} />}
    </>
  )
}
