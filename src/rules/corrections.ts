/** What becomes of a correction: it waits for a second person, who has it posted or declines it. */
export const correctionStates = ['waiting', 'posted', 'declined'] as const
