import { declarationStates, type DeclarationState } from '../../../contract/declaration.ts'
import type { Tone } from '../../kit/form/fields.ts'

const keys = Object.keys(declarationStates) as DeclarationState[]

/** Labels and tones of the states for staff, by their number on the wire. */
export const staffStates: Readonly<Record<string, { label: string; tone: Tone }>> = Object.fromEntries(
  keys.map((key) => [declarationStates[key].code, { label: declarationStates[key].internal, tone: declarationStates[key].tone }]),
)

/** A desk of the workbench: its users and the states it handles. */
export interface Desk {
  /** names the list: cache and column settings */
  name: string
  /** shown as tabs even with a count of 0 */
  own: readonly number[]
  /** opens with every state instead of the to-dos */
  all?: true
  /** without it the person only reads, and sees the stage instead of to-dos */
  permission: 'declaration:accept' | 'declaration:review'
  phrases: { pass: readonly string[]; refuse: readonly string[]; back: readonly string[] }
}

export const acceptDesk: Desk = {
  name: 'checkmanage',
  own: [declarationStates.accepting.code],
  permission: 'declaration:accept',
  phrases: {
    pass: ['材料齐全，予以受理', '经核对，填报内容与材料一致'],
    back: ['材料不清晰，请重新上传', '材料不齐全，请补充', '填报内容与材料不一致，请核对'],
    refuse: ['不属于本项目的支持范围', '同一事项已享受同类政策', '申报主体不符合条件'],
  },
}
export const officeDesk: Desk = {
  name: 'govcheckmanage',
  own: [declarationStates.reviewing.code, declarationStates.deciding.code],
  permission: 'declaration:review',
  phrases: {
    pass: ['经审核，符合申报条件', '同意', '按核定金额予以支持'],
    back: ['请补充佐证材料', '申请金额与附件不一致，请核对', '请说明计算依据'],
    refuse: ['不符合政策规定的条件', '佐证材料不能证明所申报的事项', '存在影响享受政策的失信记录'],
  },
}
/** Every visible declaration, in every state. */
export const manageDesk: Desk = {
  ...officeDesk,
  name: 'declaremanage',
  all: true,
  own: Object.values(declarationStates)
    .filter((s) => s.code !== declarationStates.draft.code)
    .map((s) => s.code),
}
