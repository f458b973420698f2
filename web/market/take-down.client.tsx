import { z } from 'zod'
import { closingPrice, marketGroups, type MarketItem } from '../../contract/market/item.ts'
import { closings, marketKinds, marketStates, OPINION_MAX, WORKSHOP_ONLY_SALE, type MarketKind } from '../../contract/market/states.ts'
import { text } from '../../contract/fields.ts'
import { call } from '../api.ts'
import { FormModal } from '../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { toast } from '../toast.ts'

const Down = z.strictObject({
  closing: z.enum(Object.keys(closings) as [keyof typeof closings, ...(keyof typeof closings)[]], { error: '请选择原因' }),
  closingPrice: closingPrice.nullish(),
  reviewOpinion: text(OPINION_MAX).default(''),
})
const options = Object.entries(closings).map(([value, label]) => ({ value, label }))
/** Sold or rented, in the dictionary workshopTrade. */
const EITHER_WAY = '3'
const fieldsOf = (kind: MarketKind, trade: unknown, mine: boolean) =>
  formFields(
    Down,
    { key: 'closing', label: '原因', kind: 'radio', options },
    {
      key: 'closingPrice',
      label: kind === 'workshopInfo' && trade === EITHER_WAY ? '成交租金' : '成交价',
      kind: 'number',
      unit: kind === 'workshopInfo' && trade === WORKSHOP_ONLY_SALE ? '元/㎡' : marketKinds[kind].priceUnit,
      hint: `只用于统计，不会单独公开${kind === 'workshopInfo' && trade === EITHER_WAY ? '；出售的不用填' : ''}`,
    },
    {
      key: 'reviewOpinion',
      label: '说明',
      kind: 'longText',
      maxLength: OPINION_MAX,
      // Whose item it is reads why the office took it down; the server requires it.
      ...(mine ? {} : { hint: '必填，会告知发布人' }),
    },
  )

/** Withdraws an item and asks for the reason; a closing price is asked for and never published individually. */
export function TakeDown({
  kind,
  row,
  onClose,
  onDone,
}: {
  kind: MarketKind
  row: MarketItem
  onClose(): void
  onDone(): Promise<unknown>
}) {
  return (
    <FormModal open title={`下架“${row.title}”`} onClose={onClose} width={560}>
      <RecordForm
        schema={Down}
        fields={fieldsOf(kind, row.trade, row.standing?.mine ?? false)}
        initial={{}}
        draft={{ key: `marketDown:${row.id}` }}
        submitText="下架"
        onCancel={onClose}
        onSubmit={async (values) => {
          await call(
            marketGroups[kind].updateReviewState,
            { body: { ...values, id: row.id, version: row.standing!.version, reviewState: marketStates.code.down } },
            { silent: true },
          )
          toast.success('已下架')
          onClose()
          await onDone()
        }}
      />
    </FormModal>
  )
}
