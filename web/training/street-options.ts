import { activity } from '../../contract/training/activity.ts'
import { call } from '../api.ts'

export const streetOptions = {
  key: 'training:streets',
  load: async () => (await call(activity.enums, { query: {} }, { silent: true })).street,
}
