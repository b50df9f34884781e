// Leads from a notice to its table. It keeps no page and answers no request, so nothing that it serves can be old.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = new URL(event.notification.data || "/", self.location.origin).href;
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((all) => {
      const there = all.find((one) => one.url === address);
      return there ? there.focus() : self.clients.openWindow(address);
    }),
  );
});
