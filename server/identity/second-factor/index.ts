export { askSecondStep, enrolAtLogIn, secondStep } from './log-in.ts'
export { isFactorFresh } from './fresh.ts'
export { beginOwnFactor, confirmFactor, disableFactor, enableFactor, ownFactor, renewCodes } from './own.ts'
export { removeFactorByName, resetFactor } from './reset.ts'
