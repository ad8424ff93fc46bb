/** The whole API on one page. The server binds each route to a use case; the browser's client uses the same list. */
import * as adminOrders from './admin-orders.ts';
import * as attendees from './attendees.ts';
import * as auth from './auth.ts';
import * as badges from './badges.ts';
import * as cancel from './cancel.ts';
import * as capacity from './capacity.ts';
import * as catalog from './catalog.ts';
import * as checkIn from './check-in.ts';
import * as checkout from './checkout.ts';
import * as checkoutOrder from './checkout-order.ts';
import * as coupons from './coupons.ts';
import * as door from './door.ts';
import * as doorDay from './door-day.ts';
import * as emailTemplates from './email-templates.ts';
import * as event from './event.ts';
import * as holds from './holds.ts';
import * as myTicket from './my-ticket.ts';
import * as newsletter from './newsletter.ts';
import * as newsletterSignups from './newsletter-signups.ts';
import * as orders from './orders.ts';
import * as packages from './packages.ts';
import * as refunds from './refunds.ts';
import * as registrations from './registrations.ts';
import * as speakers from './speakers.ts';
import * as square from './square.ts';
import * as stats from './stats.ts';
import * as team from './team.ts';
import * as wallets from './wallets.ts';

export const routes = {
  getCurrentUser: auth.getCurrentUser,
  listSpeakers: event.listSpeakers,
  listAdminSpeakers: speakers.listAdminSpeakers,
  createSpeaker: speakers.createSpeaker,
  saveSpeaker: speakers.saveSpeaker,
  deleteSpeaker: speakers.deleteSpeaker,
  orderSpeakers: speakers.orderSpeakers,
  getCapacityStatus: event.getCapacityStatus,
  listPackages: packages.listPackages,

  validateCoupon: checkout.validateCoupon,
  createCheckoutSession: checkout.createCheckoutSession,
  getCheckout: checkoutOrder.getCheckout,
  giveUpCheckout: checkoutOrder.giveUpCheckout,
  keepCardForm: checkoutOrder.keepCardForm,
  getUnfinishedOrder: checkoutOrder.getUnfinishedOrder,
  listRefunds: refunds.listRefunds,
  refundOrder: refunds.refundOrder,
  listPaymentCases: refunds.listPaymentCases,
  resolvePaymentCase: refunds.resolvePaymentCase,
  listStripeProducts: catalog.listStripeProducts,
  toggleStripeProduct: catalog.toggleStripeProduct,
  configureStripeProduct: catalog.configureStripeProduct,
  listProductMappings: catalog.listProductMappings,
  validateProductMappings: catalog.validateProductMappings,
  testPricing: catalog.testPricing,

  listCoupons: coupons.listCoupons,
  createCoupon: coupons.createCoupon,
  toggleCoupon: coupons.toggleCoupon,
  saveCoupon: coupons.saveCoupon,
  endCoupon: coupons.endCoupon,
  deleteCoupon: coupons.deleteCoupon,
  listStripeCoupons: coupons.listStripeCoupons,
  createStripeCoupon: coupons.createStripeCoupon,
  deleteStripeCoupon: coupons.deleteStripeCoupon,

  processSquarePayment: square.processSquarePayment,

  signUpForNewsletter: newsletter.signUpForNewsletter,

  getOrderAfterPayment: orders.getOrderAfterPayment,
  getOrderConfirmation: orders.getOrderConfirmation,
  getOrderByTransaction: orders.getOrderByTransaction,
  getReceipt: orders.getReceipt,
  getTickets: orders.getTickets,
  getCalendarFile: orders.getCalendarFile,
  getApplePass: wallets.getApplePass,
  getLinkedPass: wallets.getLinkedPass,
  saveToGoogleWallet: wallets.saveToGoogleWallet,
  welcomeBuyer: orders.welcomeBuyer,
  emailOrderAgain: orders.emailOrderAgain,
  getLastOrder: orders.getLastOrder,
  addAttendee: orders.addAttendee,
  chooseTrack: orders.chooseTrack,

  getCancellation: cancel.getCancellation,
  cancelSeats: cancel.cancelSeats,
  openMyTicket: myTicket.openMyTicket,
  changeMyTicket: myTicket.changeMyTicket,
  previewMyReturn: myTicket.previewMyReturn,
  returnMyTicket: myTicket.returnMyTicket,
  getMyCalendarFile: myTicket.getMyCalendarFile,
  getTeam: team.getTeam,
  nameSeats: team.nameSeats,
  changeTeamPerson: team.changeTeamPerson,
  freeTeamSeat: team.freeTeamSeat,
  createClaimLink: team.createClaimLink,
  withdrawClaimLink: team.withdrawClaimLink,
  stopReminders: team.stopReminders,
  resumeReminders: team.resumeReminders,
  lookAtClaim: team.lookAtClaim,
  claimSeat: team.claimSeat,
  previewNudge: team.previewNudge,
  nudgeTeams: team.nudgeTeams,
  getMyTicketPdf: myTicket.getMyTicketPdf,
  getMyWalletLinks: myTicket.getMyWalletLinks,
  findMyTickets: myTicket.findMyTickets,

  getStats: stats.getStats,
  listOrders: adminOrders.listOrders,
  listHolds: holds.listHolds,
  getOrderDetails: adminOrders.getOrderDetails,
  deleteOrder: adminOrders.deleteOrder,
  resendEmail: adminOrders.resendEmail,
  resendTicket: registrations.resendTicket,
  listAttendees: attendees.listAttendees,
  ensureOrganizer: attendees.ensureOrganizer,
  addOrderAttendee: attendees.addOrderAttendee,
  correctAttendee: attendees.correctAttendee,
  listRegistrations: registrations.listRegistrations,
  freeRegistration: registrations.freeRegistration,
  deleteRegistration: registrations.deleteRegistration,
  exportRegistrations: registrations.exportRegistrations,
  exportOrders: adminOrders.exportOrders,
  getCapacity: capacity.getCapacity,
  setCapacity: capacity.setCapacity,
  listNewsletterSignups: newsletterSignups.listNewsletterSignups,
  listEmailTemplates: emailTemplates.listEmailTemplates,
  getEmailTemplate: emailTemplates.getEmailTemplate,
  saveEmailTemplate: emailTemplates.saveEmailTemplate,
  previewEmailTemplate: emailTemplates.previewEmailTemplate,
  testEmailTemplate: emailTemplates.testEmailTemplate,

  getCheckInStats: checkIn.getCheckInStats,
  listCheckedIn: checkIn.listCheckedIn,
  validateQr: checkIn.validateQr,
  checkIn: checkIn.checkIn,
  undoCheckIn: checkIn.undoCheckIn,

  joinDoor: door.joinDoor,
  getDoorPhone: door.getDoorPhone,
  syncDoor: door.syncDoor,
  findDoorTicket: door.findDoorTicket,
  listDoorPhones: door.listDoorPhones,
  inviteDoorPhones: door.inviteDoorPhones,
  revokeDoorInvitation: door.revokeDoorInvitation,
  revokeDoorPhone: door.revokeDoorPhone,
  settleScan: door.settleScan,
  getLiveBoard: doorDay.getLiveBoard,
  getDoorBoard: doorDay.getDoorBoard,
  undoScan: doorDay.undoScan,
  getDoorList: doorDay.getDoorList,
  getPracticeTickets: doorDay.getPracticeTickets,
  typePaperList: doorDay.typePaperList,

  getBadges: badges.getBadges,
  makeBadges: badges.makeBadges,
  getBadgeFile: badges.getBadgeFile,
  confirmBadges: badges.confirmBadges,
  discardBadges: badges.discardBadges,
} as const;

export type RouteName = keyof typeof routes;
