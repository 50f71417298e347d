/** Whether a code counts: those that affiliates ask for wait until staff decided. */
export const promoCodeStates = ['waiting', 'active', 'refused'] as const
