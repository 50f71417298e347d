import { choice, date, money, reference, text } from '#engine/declaration/fields/index.ts'
import { defineResource } from '#engine/declaration/resource.ts'
import { currency, pastPaymentState } from './choices.ts'

/** A payment that another system made before the affiliate moved here: shown, and never paid, booked or matched. */
export const pastPayment = defineResource({
  name: 'pastPayment',
  feature: 'moving',
  path: '/financial/past_payment',
  title: 'reference',
  nature: 'history',
  titled: ['affiliate', 'paidOn', 'value'],
  knownBy: ['affiliate', 'paidOn', 'value', 'currency'],
  fields: {
    affiliate: reference('affiliate', { required: true, createOnly: true, alsoCalled: ['Partner id', 'User id'] }),
    paidOn: date({
      required: true,
      alsoCalled: ['Date', 'Data', 'Fecha', 'Payment date', 'Data do pagamento', 'Fecha de pago'],
      access: { affiliate: 'self' },
    }),
    value: money({
      required: true,
      min: 0,
      alsoCalled: ['Gross', 'Gross amount', 'Amount', 'Valor bruto', 'Bruto', 'Importe', 'Total'],
      access: { affiliate: 'self' },
    }),
    withheld: money({
      min: 0,
      alsoCalled: ['Withholding', 'Tax', 'Retenção', 'Retención', 'Imposto'],
      access: { affiliate: 'self' },
    }),
    net: money({ min: 0, alsoCalled: ['Net amount', 'Valor líquido', 'Neto'], access: { affiliate: 'self' } }),
    currency: choice(currency, { default: 'BRL', required: true, access: { affiliate: 'self' } }),
    state: choice(pastPaymentState, {
      default: 'paid',
      required: true,
      alsoCalled: ['Status', 'Payment status', 'Situação', 'Estado'],
      access: { affiliate: 'self' },
    }),
    method: text({
      max: 60,
      alsoCalled: ['Payment method', 'Forma de pagamento', 'Método'],
      access: { affiliate: 'self' },
    }),
    reference: text({
      max: 80,
      search: true,
      alsoCalled: ['Payment reference', 'Transaction id', 'Invoice number'],
      access: { affiliate: 'self' },
    }),
  },
  list: {
    columns: ['paidOn', 'affiliate', 'value', 'withheld', 'net', 'currency', 'state', 'method', 'reference'],
    sort: ['paidOn', 'DESC'],
  },
  filters: ['affiliate', 'state', 'currency', 'paidOn'],
  form: { payment: ['affiliate', 'paidOn', 'value', 'withheld', 'net', 'currency', 'state', 'method', 'reference'] },
  access: {
    role: 'financial',
    affiliate: { list: 'self', read: 'self' },
    grantedByReaders: true,
    scope: { brand: 'affiliate.brands', partner: 'affiliate.partner', manager: 'affiliate.manager' },
  },
})
