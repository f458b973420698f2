const off = { state: '未开启' }
const on = { state: '已开启' }
/** What the audit log shows of a second factor that was switched on. */
export const factorOn = { before: off, after: on }
/** And of one that was switched off. */
export const factorOff = { before: on, after: off }
